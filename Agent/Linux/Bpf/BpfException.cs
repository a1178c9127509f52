using System.Runtime.InteropServices;

namespace IwTune.Agent.Linux.Bpf;

/// <summary>The kernel refused something about BPF.</summary>
internal sealed class BpfException : Exception
{
    public BpfException() { }

    public BpfException(string message)
        : base(message) { }

    public BpfException(string message, Exception inner)
        : base(message, inner) { }

    public BpfException(string tried, int errno)
        : base($"{tried}: {Marshal.GetPInvokeErrorMessage(errno)}") => Errno = errno;

    /// <summary>What the kernel answered; 0 when it was not asked.</summary>
    public int Errno { get; init; }

    public bool IsPermission => Errno is Bpf.Errno.NotPermitted or Bpf.Errno.AccessDenied;
}
