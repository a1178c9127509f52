using IwTune.SimulatedFleet;

namespace IwTune.Shared.Tests.SimulatedFleet;

/// <summary>The short form of <c>./build.sh simulate</c>: a few hosts, thirty days, the same code.</summary>
public sealed class FleetRunTests
{
    private const int Hosts = 12;
    private const ulong Seed = 9040;
    private static readonly Lazy<IReadOnlyDictionary<string, FleetOutcome>> Lived = new(() =>
        FleetRun.Run(Hosts, Seed).ToDictionary(outcome => outcome.Name, StringComparer.Ordinal)
    );

    [Fact]
    public void No_window_is_ever_outside_its_bounds() => Assert.All(Lived.Value.Values, outcome => Assert.Equal(0, outcome.OutOfBounds));

    [Fact]
    public void Nobody_beats_the_oracle() =>
        Assert.All(
            Lived.Value.Values,
            outcome => Assert.All(outcome.Hosts, host => Assert.True(host.Milliseconds >= host.Oracle * (1 - 1e-9)))
        );

    [Fact]
    public void Auto_settles_and_loses_less_than_ten_segments_for_everybody()
    {
        foreach (var name in (string[])["auto, 3 to 10", "auto, 3 to 32"])
        {
            Assert.InRange(Lived.Value[name].Settled, 0.9, 1);
            Assert.InRange(Lived.Value[name].ChangesADay, 0, 2);
            Assert.InRange(Lived.Value[name].Loss, 0, 0.05);
            Assert.True(Lived.Value[name].Loss < Lived.Value["fixed 10"].Loss);
        }
    }

    [Fact]
    public void A_learned_window_falls_back_within_the_interval_in_which_a_loss_appears() =>
        Assert.Equal(0, Lived.Value["learned, 10 to 32"].LateRetreats);

    [Fact]
    public void A_higher_ceiling_is_worth_something_to_those_who_listen() =>
        Assert.True(
            Lived.Value["auto, 3 to 32"].Regret < Lived.Value["fixed 3"].Regret
                && Lived.Value["learned, 10 to 32"].Regret <= Lived.Value["fixed 10"].Regret + 0.01
        );

    [Fact]
    public void The_same_seed_gives_the_same_fleet_to_the_last_digit() =>
        Assert.Equal(FleetRun.Run(3, 7, "auto, 3 to 32")[0].Hosts, FleetRun.Run(3, 7, "auto, 3 to 32")[0].Hosts);
}
