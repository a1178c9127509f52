using System.CommandLine;
using System.Text.Json;

namespace IwTune.Calibration;

/// <summary>How often the server's gate stops harmless rollouts, and how often it misses harm.</summary>
internal sealed class CalibrateCommand : RootCommand
{
    private readonly Option<double> _loss = Number(
        "--loss",
        "Mean share of connections that lose some of their first flight",
        0.02,
        0.0001,
        0.5
    );
    private readonly Option<double> _burst = Number("--burst-cv", "Coefficient of variation of a host's loss rate between slots", 0, 0, 5);
    private readonly Option<double> _lasts = Number("--burst-lasts", "How likely a burst goes on in the next slot", 0, 0, 0.99);
    private readonly Option<int> _rings = Count("--rings", "Rings with a control group", 4, 1, 12);
    private readonly Option<int> _looks = Count("--looks", "Slots of each ring, with a look after each", 10, 1, 1000);
    private readonly Option<double> _effect = Number(
        "--effect",
        "Factor by which the revision raises losses; 0 and 1: no effect",
        0,
        0,
        20
    );
    private readonly Option<int> _hosts = Count("--hosts", "Hosts of the rollout", 100, 2, 100_000);
    private readonly Option<int> _connections = Count("--connections", "Mean connections of a host in a slot", 20, 1, 100_000);
    private readonly Option<int> _before = Count("--before", "Connections that each host reported before", 5000, 0, 10_000_000);
    private readonly Option<double> _diurnal = Number("--diurnal", "Amplitude of a daily cycle, as a logarithm", 0, 0, 2);
    private readonly Option<double> _absent = Number("--absent", "Share of hosts that are absent; they come and go", 0, 0, 0.9);
    private readonly Option<double> _provider = Number("--bad-provider", "Share of hosts behind a provider with bad hours", 0, 0, 1);
    private readonly Option<double> _timeouts = Number("--timeouts", "Share of losses that wait for a time-out of a second", 0.2, 0, 1);
    private readonly Option<double> _windows = Number("--windows", "Share of hosts that report counters only", 0, 0, 1);
    private readonly Option<double> _alpha = Number("--alpha", "The rollout's false-positive rate", 0.05, 0.001, 0.2);
    private readonly Option<double> _rise = Number("--max-rise", "The rollout's largest rise, percentage points", 2, 0.05, 50);
    private readonly Option<int> _runs = Count("--runs", "Simulated rollouts", 1000, 1, 1_000_000);
    private readonly Option<long> _seed = new("--seed")
    {
        Description = "The same seed gives the same result",
        DefaultValueFactory = _ => 1,
    };
    private readonly Option<bool> _grid = new("--grid") { Description = "The table of docs/rollouts-gate.md for this effect" };
    private readonly Option<bool> _json = new("--json") { Description = "The last line is one JSON object" };

    public CalibrateCommand()
        : base("Simulates rollouts and has the server's own gate judge them.")
    {
        foreach (
            var option in (Option[])
                [
                    _loss,
                    _burst,
                    _lasts,
                    _rings,
                    _looks,
                    _effect,
                    _hosts,
                    _connections,
                    _before,
                    _diurnal,
                    _absent,
                    _provider,
                    _timeouts,
                    _windows,
                    _alpha,
                    _rise,
                    _runs,
                    _seed,
                    _grid,
                    _json,
                ]
        )
            Add(option);
        SetAction(Run);
    }

    private int Run(ParseResult parsed)
    {
        var (runs, seed) = (parsed.GetValue(_runs), (ulong)parsed.GetValue(_seed));
        return parsed.GetValue(_grid) ? All(parsed.GetValue(_effect), runs, seed) : One(parsed, runs, seed);
    }

    private int One(ParseResult parsed, int runs, ulong seed)
    {
        var result = CalibrationResult.Of(
            new Scenario
            {
                Loss = parsed.GetValue(_loss),
                BurstCv = parsed.GetValue(_burst),
                BurstLasts = parsed.GetValue(_lasts),
                Rings = parsed.GetValue(_rings),
                Looks = parsed.GetValue(_looks),
                Effect = parsed.GetValue(_effect),
                Hosts = parsed.GetValue(_hosts),
                Connections = parsed.GetValue(_connections),
                Before = parsed.GetValue(_before),
                Diurnal = parsed.GetValue(_diurnal),
                Absent = parsed.GetValue(_absent),
                BadProvider = parsed.GetValue(_provider),
                Timeouts = parsed.GetValue(_timeouts),
                Windows = parsed.GetValue(_windows),
                Alpha = parsed.GetValue(_alpha),
                MaxRise = parsed.GetValue(_rise),
            },
            runs,
            seed
        );
        Report.Write(Console.Out, result);
        if (parsed.GetValue(_json))
            Console.WriteLine(JsonSerializer.Serialize(Answer.Of(result), AnswerJson.Default.Answer));
        return 0;
    }

    private static int All(double effect, int runs, ulong seed)
    {
        var failed = 0;
        foreach (var (name, scenario) in Grid.Of(effect))
        {
            var result = CalibrationResult.Of(scenario, runs, seed);
            failed += result.Holds ? 0 : 1;
            Console.WriteLine(Report.Line(name, result));
        }
        return failed == 0 ? 0 : 1;
    }

    private static Option<double> Number(string name, string what, double usual, double least, double most) =>
        Within(new Option<double>(name) { Description = what, DefaultValueFactory = _ => usual }, least, most);

    private static Option<int> Count(string name, string what, int usual, int least, int most) =>
        Within(new Option<int>(name) { Description = what, DefaultValueFactory = _ => usual }, least, most);

    private static Option<T> Within<T>(Option<T> option, T least, T most)
        where T : IComparable<T>
    {
        option.Validators.Add(result =>
        {
            if (
                result.Tokens.Count > 0
                && result.GetValueOrDefault<T>() is { } value
                && (value.CompareTo(least) < 0 || value.CompareTo(most) > 0)
            )
                result.AddError(FormattableString.Invariant($"{option.Name} {value} is not between {least} and {most}."));
        });
        return option;
    }
}
