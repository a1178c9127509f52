using System.Globalization;
using IwTune.Agent.Engine;

namespace IwTune.Agent.Cli.Output;

/// <summary>
/// Progress of a command that changes very many targets: a line on a terminal, and the numbers in case the command is interrupted.
/// </summary>
/// <param name="terminal">Where the line goes.</param>
/// <param name="noun">What is changed, in the singular.</param>
/// <param name="time">Measures whether it takes long enough for a line.</param>
internal sealed class StepProgress(Terminal terminal, string noun, TimeProvider time)
{
    /// <summary>A shorter change needs no line.</summary>
    private static readonly TimeSpan Quiet = TimeSpan.FromMilliseconds(500);

    private StepsTaken? _last;

    /// <summary>Shows the progress of what the reconciler does; the line is gone when this returns.</summary>
    public async ValueTask<T> OfAsync<T>(Reconciler reconciler, Func<ValueTask<T>> act)
    {
        using var line = new ProgressLine(terminal);
        var began = time.GetTimestamp();
        reconciler.Progressed += Show;
        try
        {
            return await act();
        }
        finally
        {
            reconciler.Progressed -= Show;
        }

        void Show(StepsTaken taken)
        {
            _last = taken;
            if (time.GetElapsedTime(began) >= Quiet)
                line.Show(string.Create(CultureInfo.InvariantCulture, $"  {taken.Taken:N0} of {taken.Of:N0} {noun}s"));
        }
    }

    /// <summary>The message of an interrupted command.</summary>
    /// <param name="done">What was done to a target: <c>changed</c>.</param>
    /// <param name="next">How to continue or to roll back, as sentences.</param>
    public string Interrupted(string done, string next) =>
        _last is not { Changed: > 0 and var changed } last
            ? "Interrupted; nothing was changed."
            : string.Create(CultureInfo.InvariantCulture, $"Interrupted: {changed:N0} of {last.Of:N0} {noun}s were {done}. {next}");
}
