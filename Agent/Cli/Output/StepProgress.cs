using System.Globalization;
using IwTune.Agent.Engine;

namespace IwTune.Agent.Cli.Output;

/// <summary>How far a command is that changes very many targets: a line on a terminal, and the numbers for when it is stopped.</summary>
/// <param name="terminal">Where the line goes.</param>
/// <param name="noun">What is changed, in the singular.</param>
/// <param name="time">Tells whether it takes long enough for a line.</param>
internal sealed class StepProgress(Terminal terminal, string noun, TimeProvider time) : IDisposable
{
    /// <summary>A change that is done sooner needs no line.</summary>
    private static readonly TimeSpan Quiet = TimeSpan.FromMilliseconds(500);

    private readonly long _began = time.GetTimestamp();
    private readonly ProgressLine _line = new(terminal);

    /// <summary>The latest numbers; <see langword="null"/> while no step was taken.</summary>
    public StepsTaken? Last { get; private set; }

    public void Show(StepsTaken taken)
    {
        Last = taken;
        if (time.GetElapsedTime(_began) >= Quiet)
            _line.Show(string.Create(CultureInfo.InvariantCulture, $"  {taken.Taken:N0} of {taken.Of:N0} {noun}s"));
    }

    /// <summary>Takes the line away before anything else is written.</summary>
    public void Dispose() => _line.Dispose();

    /// <summary>What a person is told whose command was stopped.</summary>
    /// <param name="done">What was done to a target: <c>changed</c>.</param>
    /// <param name="next">How to go on or back, as sentences.</param>
    public string Stopped(string done, string next) => Last is not { Changed: > 0 and var changed } last
        ? "Interrupted; nothing was changed."
        : string.Create(CultureInfo.InvariantCulture, $"Interrupted: {changed:N0} of {last.Of:N0} {noun}s were {done}. {next}");
}
