namespace IwTune.WindowsDouble.Netsh;

/// <summary>The result of the emulated netsh.</summary>
/// <param name="ExitCode">Its exit code.</param>
/// <param name="Output">Its standard output, byte for byte.</param>
public sealed record NetshAnswer(int ExitCode, byte[] Output)
{
    /// <summary>The exit code for a command, a Windows or a language without a capture.</summary>
    public const int NoCapture = 97;

    /// <summary>The exit code for a program without a machine.</summary>
    public const int NoMachine = 98;

    /// <summary>Its error output: only text for developers.</summary>
    public string Errors { get; init; } = "";

    /// <summary>Its duration.</summary>
    public TimeSpan Delay { get; init; }

    /// <summary>True when it never ends.</summary>
    public bool Hangs { get; init; }
}
