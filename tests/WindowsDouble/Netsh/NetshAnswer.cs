namespace IwTune.WindowsDouble.Netsh;

/// <summary>What the emulated netsh does.</summary>
/// <param name="ExitCode">Its exit code.</param>
/// <param name="Output">What it prints on its standard output, byte for byte.</param>
public sealed record NetshAnswer(int ExitCode, byte[] Output)
{
    /// <summary>The exit code for a command, a Windows or a language of which there is no capture.</summary>
    public const int NoCapture = 97;

    /// <summary>The exit code for a program without a machine.</summary>
    public const int NoMachine = 98;

    /// <summary>What it prints on its error output: only what a developer is to read.</summary>
    public string Errors { get; init; } = "";

    /// <summary>How long it takes.</summary>
    public TimeSpan Delay { get; init; }

    /// <summary>True when it never ends.</summary>
    public bool Hangs { get; init; }
}
