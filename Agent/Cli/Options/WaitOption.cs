using System.CommandLine;
using IwTune.Agent.Cli.Execution;

namespace IwTune.Agent.Cli.Options;

/// <summary>How long a command waits for the process that uses the state directory.</summary>
internal static class WaitOption
{
    public static Option<TimeSpan?> Option { get; } =
        DurationOption.Create(
            "--wait",
            $"Wait this long for the process that uses the state directory to end [default: {LockWait.Usual.TotalSeconds:0}s, and only "
                + $"for a daemon that is stopping]",
            "60s",
            TimeSpan.Zero,
            TimeSpan.FromMinutes(10)
        );

    public static TimeSpan? WaitOf(this ParseResult parsed) => parsed.GetValue(Option);
}
