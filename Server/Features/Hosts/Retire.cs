using IwTune.Server.Storage;

namespace IwTune.Server.Features.Hosts;

/// <summary>Takes a host out of the fleet: its secret is void at once, its history stays.</summary>
internal static class Retire
{
    /// <returns>False when it had left before.</returns>
    public static Task<bool> RunAsync(Database database, HostDirectory hosts, TimeProvider clock, string actor, string id, string reason) =>
        database.WriteAsync(write =>
        {
            write.AfterCommit(() => hosts.Remove(id));
            return HostWrites.RetireAsync(write, clock, id, actor, reason);
        });
}
