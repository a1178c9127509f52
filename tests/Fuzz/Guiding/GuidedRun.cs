using System.Diagnostics;
using System.Globalization;
using IwTune.Fuzz.Targets;
using IwTune.Shared.Statistics;

namespace IwTune.Fuzz.Guiding;

/// <summary>Reads mutated inputs in this process, and goes on from those that reach something new.</summary>
internal sealed class GuidedRun
{
    private const int MostFindings = 20;
    private static readonly TimeSpan Pace = TimeSpan.FromSeconds(15);

    private readonly FuzzTarget _target;
    private readonly Coverage _coverage;
    private readonly string _folder;
    private readonly SeededRandom _random;
    private readonly Corpus _corpus;
    private readonly Trial _trial;
    private readonly Dictionary<string, (Finding Finding, long At)> _findings = new(StringComparer.Ordinal);
    private readonly TimeSpan _before = Environment.CpuUsage.TotalTime;
    private long _executions;

    /// <param name="target">What is read.</param>
    /// <param name="coverage">What it reached.</param>
    /// <param name="seed">Decides every input.</param>
    /// <param name="folder">Gets the inputs and the findings.</param>
    public GuidedRun(FuzzTarget target, Coverage coverage, ulong seed, string folder)
    {
        (_target, _coverage, _folder) = (target, coverage, folder);
        _random = new(seed);
        _corpus = new(_random);
        _trial = new(target);
        coverage.Forget();
    }

    /// <param name="executions">So many inputs at most.</param>
    /// <param name="time">So long at most.</param>
    /// <returns>True when nothing was found.</returns>
    public bool Run(long executions, TimeSpan time)
    {
        Directory.CreateDirectory(_folder);
        var file = Path.Combine(_folder, "standing");
        using var standing = StandingInput.Open(file, _target.Longest);
        if (standing.Left is { } left)
        {
            // It was stopped, or this input ended it; then it does so again, and stays in the file.
            Console.Error.WriteLine(
                $"{_target.Name}: the run before ended within this input, which is read again: {InputText.Write(left)}"
            );
            One(standing, left, always: false);
        }
        var seeds = Seeds.Of(_target);
        foreach (var seed in seeds)
            One(standing, seed.Length <= _target.Longest ? seed : seed[.._target.Longest], always: true);
        var took = Mutate(standing, executions, time, file);
        File.WriteAllLines(Path.Combine(_folder, "few.txt"), new FewInputs(_target, _coverage).Of(_corpus.Inputs));
        Console.WriteLine(Summary(took));
        return _findings.Count == 0;
    }

    private TimeSpan Mutate(StandingInput standing, long executions, TimeSpan time, string file)
    {
        var mutator = new Mutator(_random, _target.Words, _target.Longest);
        var json = _target.IsJson ? new JsonMutator(_random, _target.Words, _target.Longest) : null;
        var start = Stopwatch.GetTimestamp();
        var next = Pace;
        using var watchdog = new Watchdog(_target, _trial, file);
        var now = TimeSpan.Zero;
        while (_executions < executions && now < time && _findings.Count < MostFindings)
        {
            var (parent, other) = (_corpus.Parent(), _corpus.Any());
            var made = json is not null && _random.Below(4) > 0 ? json.Of(parent, other) : null;
            One(standing, made ?? mutator.Of(parent, other), always: false);
            if (_executions % 1024 != 0)
                continue;
            now = Stopwatch.GetElapsedTime(start);
            if (now < next)
                continue;
            next += Pace;
            Console.Error.WriteLine(Summary(now));
        }
        return Stopwatch.GetElapsedTime(start);
    }

    private void One(StandingInput standing, byte[] input, bool always)
    {
        standing.Hold(input);
        _coverage.Clear();
        var finding = _trial.Once(input);
        _executions++;
        if (_coverage.IsNew() || always)
            _corpus.Add(input);
        finding ??= _trial.Slow(input);
        if (finding is not null)
            Report(finding);
    }

    private void Report(Finding finding)
    {
        if (_findings.ContainsKey(finding.Kind))
            return;
        _findings.Add(finding.Kind, (finding, _executions));
        var smallest = Shrinking.Of(finding, _trial);
        File.WriteAllText(
            Path.Combine(_folder, string.Create(CultureInfo.InvariantCulture, $"finding-{_findings.Count}.txt")),
            smallest.ToString()
        );
        Console.Error.WriteLine(
            string.Create(CultureInfo.InvariantCulture, $"{_target.Name}: after {_executions:#,0} executions: {smallest}")
        );
    }

    // A busy machine changes the time that a run takes, and hardly what it takes of the processor.
    private TimeSpan Processor => Environment.CpuUsage.TotalTime - _before;

    private string Summary(TimeSpan took) =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"{_target.Name}: {_executions:#,0} executions in {took.TotalSeconds:0} s, "
                + $"{Processor.TotalMicroseconds / _executions:0} µs of the processor each, "
                + $"{_trial.Accepted * 100.0 / _trial.Count:0} % accepted, {_coverage.Edges:#,0} edges, "
                + $"{_corpus.Count:#,0} inputs, slowest {_trial.Slowest.TotalMilliseconds:0.0} ms, "
                + $"most memory {_trial.LargestMemory / 1024:#,0} KiB, {_findings.Count} findings"
        );
}
