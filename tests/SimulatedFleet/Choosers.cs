using System.Net;
using IwTune.Shared.Model.Deciding;
using IwTune.Shared.Policies;

namespace IwTune.SimulatedFleet;

/// <summary>The compared methods of choosing a window.</summary>
public static class Choosers
{
    /// <summary>The ceiling of methods that may exceed the RFC's ten segments.</summary>
    public const int Most = 32;

    /// <summary>All of them, by their name in the figures.</summary>
    public static IReadOnlyList<(string Name, int Least, int Most, Func<DateTimeOffset, IChooser> Begin)> All { get; } =
    [
        ("fixed 3", 3, 3, _ => new Fixed(3)),
        ("fixed 10", 10, 10, _ => new Fixed(10)),
        ("auto, 3 to 10", 3, 10, now => new Deciding(Steering.Auto.Default, now)),
        ("auto, 3 to 32", 3, Most, now => new Deciding(Steering.Auto.Default with { Max = Most }, now)),
        (
            "learned, 10 to 32",
            10,
            Most,
            now => new Deciding(new Steering.Learned(IPNetwork.Parse("10.0.0.0/8"), Most, TimeSpan.FromMinutes(15)), now)
        ),
        ("recommended", 1, Most, _ => new Recommending()),
    ];

    private sealed class Fixed(int value) : IChooser
    {
        public int Value => value;

        public void Add(in FlightSample sample, long bytes, SimulatedPath path) { }

        public void Next(DateTimeOffset now) { }
    }

    /// <summary>The agent's own controller.</summary>
    private sealed class Deciding(Steering bounds, DateTimeOffset now) : IChooser
    {
        private readonly DecidedWindow _window = DecidedWindow.Begin(bounds, now);

        public int Value => _window.Value;

        public void Add(in FlightSample sample, long bytes, SimulatedPath path) => _window.Add(sample);

        public void Next(DateTimeOffset now) => _window.Evaluate(now, Sight.Clear);
    }
}
