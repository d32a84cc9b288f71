// A self-signed certificate for localhost and 127.0.0.1, valid until 2126, for the TLS servers of tests.
// Trusted only where a test says so. Made by:
//   openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 36500
//     -subj "/CN=Troupe tests" -addext "subjectAltName=DNS:localhost,IP:127.0.0.1"
//     -addext "basicConstraints=critical,CA:TRUE"
export const certificate = `-----BEGIN CERTIFICATE-----
MIIBoTCCAUegAwIBAgIUF0w9fVToEB5xtrzqvQfE0mOAAbUwCgYIKoZIzj0EAwIw
FzEVMBMGA1UEAwwMVHJvdXBlIHRlc3RzMCAXDTI2MTEyMTAzMjMwNVoYDzIxMjYx
MDI4MDMyMzA1WjAXMRUwEwYDVQQDDAxUcm91cGUgdGVzdHMwWTATBgcqhkjOPQIB
BggqhkjOPQMBBwNCAATXZ8aJFYljIMTR9ld27gq73qvAW06Z+wZIBawkakbJ0nlo
WFuMLxnVdLq+frtX/1nU67GrXyIT+IVWBxJ2Owgko28wbTAdBgNVHQ4EFgQUYsN2
1qLYWdlIB+JIKMKkZPmgtfkwHwYDVR0jBBgwFoAUYsN21qLYWdlIB+JIKMKkZPmg
tfkwGgYDVR0RBBMwEYIJbG9jYWxob3N0hwR/AAABMA8GA1UdEwEB/wQFMAMBAf8w
CgYIKoZIzj0EAwIDSAAwRQIgWR0Z/XP1sMGWLR7oKnQxRz7tND5VplsNu5Pz2akC
NKQCIQCuIZJm3T509/1GNUNHargl39RZQX+OBu/tEShDpf6/2A==
-----END CERTIFICATE-----
`

export const certificateKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgL2KGEIlrYoTUsrMX
9HGJhe5oJNLdHHN9K7SvmEInCXihRANCAATXZ8aJFYljIMTR9ld27gq73qvAW06Z
+wZIBawkakbJ0nloWFuMLxnVdLq+frtX/1nU67GrXyIT+IVWBxJ2Owgk
-----END PRIVATE KEY-----
`
