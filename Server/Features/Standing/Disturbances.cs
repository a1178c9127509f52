using IwTune.Server.Features.Hosts;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Hosts;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Standing;

/// <summary>The writers that change windows, as clients read them.</summary>
internal sealed class Disturbances(Database database, HostFinder finder, TimeProvider clock)
{
    public async Task<FleetDisturbances> OfFleetAsync(HostSearch filter, int days, CancellationToken ct)
    {
        var rows = await database.ReadAsync(db => DisturbanceQueries.ByHostAsync(db, DisturbanceWrites.From(clock, days)), ct);
        var asked = (await finder.AllAsync(filter, ct)).Select(host => host.Id).ToHashSet(StringComparer.Ordinal);
        var writers = rows.Where(row => asked.Contains(row.HostId))
            .GroupBy(row => row.Writer, StringComparer.Ordinal)
            .Select(Writer)
            .OrderByDescending(one => one.Repairs)
            .ThenByDescending(one => one.Changes)
            .ThenBy(one => one.Writer, StringComparer.Ordinal);
        return new(days, [.. writers]);
    }

    public async Task<HostDisturbances> OfHostAsync(string id, string name, int days, CancellationToken ct)
    {
        var rows = await database.ReadAsync(db => DisturbanceQueries.OfHostAsync(db, id, DisturbanceWrites.From(clock, days)), ct);
        return new(
            id,
            name,
            days,
            [
                .. rows.GroupBy(row => (row.Day, row.TargetId, row.Writer))
                    .Select(Target)
                    .OrderByDescending(one => one.Day)
                    .ThenByDescending(one => one.Repairs)
                    .ThenByDescending(one => one.Changes)
                    .ThenBy(one => one.Target, StringComparer.Ordinal),
            ]
        );
    }

    private static Disturber Writer(IGrouping<string, DisturbanceRow> writer) =>
        new(
            writer.Key,
            Hosts(writer),
            Sum(writer, HostEventKind.Drifted),
            Sum(writer, HostEventKind.Repaired),
            Sum(writer, HostEventKind.OwnerFights),
            Clock.At(writer.Max(row => row.LastAt)),
            [
                .. writer
                    .GroupBy(row => row.Day)
                    .OrderByDescending(day => day.Key)
                    .Select(day => new DisturbedDay(
                        DisturbanceWrites.Date(day.Key),
                        Hosts(day),
                        Sum(day, HostEventKind.Drifted),
                        Sum(day, HostEventKind.Repaired),
                        Sum(day, HostEventKind.OwnerFights)
                    )),
            ]
        );

    private static DisturbedTarget Target(IGrouping<(long Day, string Target, string Writer), DisturbanceRow> one) =>
        new(
            DisturbanceWrites.Date(one.Key.Day),
            one.Key.Target,
            one.Key.Writer,
            Sum(one, HostEventKind.Drifted),
            Sum(one, HostEventKind.Repaired),
            Sum(one, HostEventKind.OwnerFights),
            Clock.At(one.Max(row => row.LastAt))
        );

    private static int Hosts(IEnumerable<DisturbanceRow> rows) => rows.Select(row => row.HostId).Distinct(StringComparer.Ordinal).Count();

    private static long Sum(IEnumerable<DisturbanceRow> rows, HostEventKind kind) =>
        rows.Where(row => row.Kind == kind.ToString()).Sum(row => row.Count);
}
