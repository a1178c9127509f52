using System.Runtime.InteropServices;

namespace IwTune.Agent.Linux;

/// <summary>
/// Flags of open(2): asm-generic/fcntl.h, or asm/fcntl.h for arm, arm64 and powerpc, where some generic numbers mean something else
/// (O_DIRECTORY there is O_DIRECT here).
/// </summary>
internal static class OpenFlags
{
    public const int WriteOnly = 0x1; // O_WRONLY
    public const int Create = 0x40; // O_CREAT
    public const int OnlyNew = 0x80; // O_EXCL
    public const int CloseOnExec = 0x80000; // O_CLOEXEC

    private static readonly bool OtherNumbers =
        RuntimeInformation.ProcessArchitecture is Architecture.Arm or Architecture.Arm64 or Architecture.Ppc64le;

    /// <summary>O_DIRECTORY.</summary>
    public static int DirectoryOnly => OtherNumbers ? 0x4000 : 0x10000;

    /// <summary>O_NOFOLLOW.</summary>
    public static int NoLink => OtherNumbers ? 0x8000 : 0x20000;
}
