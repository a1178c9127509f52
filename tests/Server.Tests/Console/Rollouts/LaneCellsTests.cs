using IwTune.Shared.Fleet.Rollouts;
using IwTune.Server.Features.Rollouts.Pages.Lanes;

namespace IwTune.Server.Tests.Console.Rollouts;

/// <summary>Hosts as cells.</summary>
public sealed class LaneCellsTests
{
    [Theory]
    [InlineData(0, 3, 8, "M0 0h24v8h-24z")]
    [InlineData(3, 8, 8, "M24 0h40v8h-40z")]
    [InlineData(6, 19, 8, "M48 0h16v8h-16zM0 8h64v8h-64zM0 16h24v8h-24z")]
    [InlineData(0, 24, 8, "M0 0h64v24h-64z")]
    [InlineData(5, 5, 8, "")]
    public void Cells_of_one_state_are_at_most_three_rectangles(int from, int to, int columns, string path) =>
        Assert.Equal(path, LaneCells.Area(from, to, columns));

    [Fact]
    public void Every_host_has_a_cell_while_there_are_few()
    {
        var cells = LaneCells.Of(Ring(("Applied", 18), ("Admitted", 1), ("Failed", 1)), scale: 1);

        Assert.Equal(20, Area(cells));
        Assert.Equal([RolloutHostState.Failed, RolloutHostState.Applied, RolloutHostState.Admitted], cells.Runs.Select(run => run.State));
    }

    [Fact]
    public void In_a_large_fleet_a_cell_is_many_hosts_and_one_that_failed_still_has_one()
    {
        IReadOnlyList<RolloutRing> rings = [Ring(("Applied", 1)), Ring(("Applied", 99_998), ("Failed", 1))];
        var scale = LaneCells.Scale(rings);
        var cells = LaneCells.Of(rings[1], scale);

        Assert.Equal(50, scale);
        Assert.InRange(Area(cells), 2, LaneCells.MostCells + 2);
        Assert.Equal(1, cells.Runs[0].Hosts);
        Assert.Equal("M0 0h8v8h-8z", cells.Runs[0].Path);
    }

    private static int Area(LaneCells cells) =>
        cells.Runs.Sum(run =>
            run.Path.Split('z', StringSplitOptions.RemoveEmptyEntries)
                .Sum(rectangle =>
                    int.Parse(rectangle.Split('h', 'v')[1], System.Globalization.CultureInfo.InvariantCulture)
                    * int.Parse(rectangle.Split('h', 'v')[2], System.Globalization.CultureInfo.InvariantCulture)
                )
        ) / 64;

    private static RolloutRing Ring(params (string State, int Hosts)[] states) =>
        new()
        {
            Number = 1,
            Name = "all",
            Hosts = states.Sum(state => state.Hosts),
            States = states.ToDictionary(state => state.State, state => state.Hosts, StringComparer.Ordinal),
            BakeSeconds = 0,
        };
}
