namespace IwTune.Agent.Linux.Bpf;

/// <summary>Error numbers of bpf(2) that mean something in particular.</summary>
internal static class Errno
{
    public const int NotPermitted = 1;
    public const int NotFound = 2;
    public const int Interrupted = 4;
    public const int TryAgain = 11;
    public const int AccessDenied = 13;
    public const int Invalid = 22;
    public const int NoSpace = 28;
    public const int NotImplemented = 38;
}
