using IwTune.Server.Features.Enrolment.Secrets;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.CheckIns;

/// <summary>What the server wants of the agent beside the bundle, in a header of the answer.</summary>
internal static class ServerWants
{
    public static async Task SayAsync(
        HttpContext context,
        Database database,
        ServerOptions options,
        TimeProvider clock,
        FleetHost host,
        CheckInRequest said,
        string run,
        LineageFinding finding
    )
    {
        var wants = new List<string>(3);
        if (Rotation.IsWanted(host, run, clock.Now(), options.HostSecretLife))
            wants.Add(AgentWants.Rotate);
        // It proves a key that this server does not have: it made one after it enrolled, or the store was restored.
        if (
            host.Credential.Key is null
            && context.Request.Headers.ContainsKey(AgentPaths.ProofHeader)
            && (host.Shared is not { KeptRun.Length: > 0 } shared || shared.KeptRun == run)
        )
            wants.Add(AgentWants.Key);
        if (finding is LineageFinding.Twice)
            wants.Add(AgentWants.NewRun);
        if (said.Reported > host.Reported && await StoredAsync(database, host) is var stored && said.Reported > stored)
            wants.Add($"{AgentWants.ReportsAfter}{stored}");
        if (wants.Count > 0)
            context.Response.Headers[AgentPaths.WantsHeader] = string.Join(',', wants);
    }

    /// <summary>Memory may be behind the store, where another server took the reports.</summary>
    private static async Task<long> StoredAsync(Database database, FleetHost host)
    {
        var stored = await database.ReadAsync(db => db.ValueAsync<long>("select report_number from hosts where id = @Id", new { host.Id }));
        host.Reported = stored;
        return stored;
    }
}
