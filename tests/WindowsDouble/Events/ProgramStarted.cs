using System.Globalization;

namespace IwTune.WindowsDouble.Events;

/// <summary>Security 4688: a process was created.</summary>
/// <param name="At">When.</param>
/// <param name="Program">The program's path.</param>
/// <param name="Parent">The path of the program that started it.</param>
public sealed record ProgramStarted(DateTimeOffset At, string Program, string Parent) : WindowsEvent("Security", 4688, At)
{
    /// <summary>Empty unless a policy of its own includes it.</summary>
    public string CommandLine { get; init; } = "";

    /// <summary>The new process.</summary>
    public int Process { get; init; } = 700;

    /// <summary>The process that started it.</summary>
    public int ParentProcess { get; init; } = 3700;

    /// <inheritdoc/>
    protected override string Capture => "event-security-4688-win10or2016";

    /// <inheritdoc/>
    protected override IReadOnlyList<(string Name, string Value)> Data =>
        [
            ("NewProcessId", Hex(Process)),
            ("NewProcessName", Program),
            ("ProcessId", Hex(ParentProcess)),
            ("CommandLine", CommandLine),
            ("ParentProcessName", Parent),
        ];

    private static string Hex(int number) => string.Create(CultureInfo.InvariantCulture, $"0x{number:x}");
}
