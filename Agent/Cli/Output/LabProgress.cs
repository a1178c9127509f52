using System.Globalization;
using IwTune.Agent.Engine.Trials;

namespace IwTune.Agent.Cli.Output;

/// <summary>Progress of a trial: a bar that is overwritten on a terminal, a line for each run in a file or a pipe.</summary>
internal sealed class LabProgress(Terminal terminal) : IDisposable
{
    private const int Width = 20;
    private readonly ProgressLine _line = new(terminal);

    public void Show(TrialProgress progress)
    {
        if (terminal.Rewrites)
            _line.Show(Bar(progress));
        else if (progress.Finished is { } run)
            terminal.Error.WriteLine(Line(progress, run));
    }

    public void Dispose() => _line.Dispose();

    private static string Bar(TrialProgress progress)
    {
        var filled = (int)(progress.Bytes * Width / Math.Max(1, progress.Total));
        return string.Create(
            CultureInfo.InvariantCulture,
            $"run {progress.Run} of {progress.Runs}, IW {progress.Window, -3} "
                + $"{new string('█', filled)}{new string('░', Width - filled)} {progress.Bytes / 1000.0:0} of "
                + $"{progress.Total / 1000.0:0} kB"
        );
    }

    private static string Line(TrialProgress progress, TrialRun run)
    {
        var last = TimeSpan.Zero;
        foreach (var time in run.Times)
            last = time > last ? time : last;
        return string.Create(
            CultureInfo.InvariantCulture,
            $"run {progress.Run} of {progress.Runs}: IW {run.Window}, {last.TotalMilliseconds:0.0} ms, {run.SegmentsAgain} retransmitted"
        );
    }
}
