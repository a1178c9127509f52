using System.Net.Http.Json;
using IwTune.Chaos.Cluster.Machines;
using IwTune.Lab;

namespace IwTune.Chaos.Cluster.Faults;

/// <summary>Something that happens to one machine of the cluster.</summary>
/// <param name="Name">The word of <c>--only</c>.</param>
/// <param name="Text">What happens, for the table.</param>
/// <param name="Lasts">The shortest time until it is mended.</param>
/// <param name="BreakAsync">Makes it, and returns what an operator does to mend it.</param>
internal sealed record ClusterFault(string Name, string Text, TimeSpan Lasts, Func<ClusterGround, Task<Func<Task>>> BreakAsync)
{
    /// <summary>Longer than every time-out by which one part gives up another.</summary>
    private static readonly TimeSpan Cut = TimeSpan.FromSeconds(30),
        Killed = TimeSpan.FromSeconds(10);

    public static IReadOnlyList<ClusterFault> All { get; } =
    [
        new("primary-killed", "the primary: SIGKILL to PostgreSQL and Patroni", Killed, KillPrimaryAsync),
        new("primary-cut", "the primary's machine is cut off from all others", Cut, CutPrimaryAsync),
        new("standby-killed", "the synchronous standby: SIGKILL to PostgreSQL and Patroni", Killed, KillStandbyAsync),
        new("standby-cut", "the synchronous standby's machine is cut off", Cut, CutStandbyAsync),
        new("switchover", "an operator makes the synchronous standby the primary", Killed, SwitchAsync),
        new("server-killed", "the leading server: SIGKILL", Killed, KillServerAsync),
        new("server-cut", "the leading server's machine is cut off", Cut, CutServerAsync),
        new("server-without-database", "what the leading server sends to the database is lost", Cut, LoseDatabaseAsync),
    ];

    private static async Task<Func<Task>> KillPrimaryAsync(ClusterGround ground)
    {
        var node = await ground.Database.PrimaryAsync();
        node.Kill();
        return Mend(node.Start);
    }

    private static async Task<Func<Task>> CutPrimaryAsync(ClusterGround ground) => CutOff((await ground.Database.PrimaryAsync()).Machine);

    private static async Task<Func<Task>> KillStandbyAsync(ClusterGround ground)
    {
        var node = await ground.Database.SynchronousAsync();
        node.Kill();
        return Mend(node.Start);
    }

    private static async Task<Func<Task>> CutStandbyAsync(ClusterGround ground) =>
        CutOff((await ground.Database.SynchronousAsync()).Machine);

    private static async Task<Func<Task>> SwitchAsync(ClusterGround ground)
    {
        var (from, to) = (await ground.Database.PrimaryAsync(), await ground.Database.SynchronousAsync());
        // What patronictl switchover sends.
        using var http = Web.From(from.Machine.Space);
        http.Timeout = TimeSpan.FromSeconds(30);
        // Patroni's server wants a length, which JSON that is written as it is sent does not have.
        using var asked = JsonContent.Create(new Dictionary<string, string> { ["leader"] = from.Name, ["candidate"] = to.Name });
        await asked.LoadIntoBufferAsync();
        using var answer = await http.PostAsync(new Uri($"http://{from.Machine.Address}:8008/switchover"), asked);
        if (!answer.IsSuccessStatusCode)
            throw new LabException($"the switchover was refused: {(int)answer.StatusCode} {await answer.Content.ReadAsStringAsync()}");
        return Mend(() => { });
    }

    private static async Task<Func<Task>> KillServerAsync(ClusterGround ground)
    {
        var leader = await ground.LeadingAsync();
        leader.Server.Stop();
        return leader.Server.StartAgainAsync;
    }

    private static async Task<Func<Task>> CutServerAsync(ClusterGround ground) => CutOff((await ground.LeadingAsync()).Machine);

    private static async Task<Func<Task>> LoseDatabaseAsync(ClusterGround ground)
    {
        var leader = (await ground.LeadingAsync()).Machine;
        foreach (var node in ground.Database.Nodes)
            leader.Lose(node.Machine);
        return Mend(() =>
        {
            foreach (var node in ground.Database.Nodes)
                leader.Find(node.Machine);
        });
    }

    private static Func<Task> CutOff(Machine machine)
    {
        machine.Cut();
        return Mend(machine.Mend);
    }

    private static Func<Task> Mend(Action act) =>
        () =>
        {
            act();
            return Task.CompletedTask;
        };
}
