using IwTune.Server.Features.Enrolment.Clones;
using IwTune.Server.Features.Enrolment.Pending;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Enrolment;

/// <summary>What waits for an administrator. Read once for a request: the navigation shows it beside two of its pages.</summary>
internal sealed class EnrolmentDecisions(PendingHosts pending, Database database)
{
    private Task<(int Waiting, int Copies)>? counts;

    /// <returns>Hosts that wait to join, and identities that two machines use.</returns>
    public Task<(int Waiting, int Copies)> CountAsync(CancellationToken ct) => counts ??= ReadAsync(ct);

    private async Task<(int Waiting, int Copies)> ReadAsync(CancellationToken ct) =>
        ((int)await pending.CountAsync(ct), (int)await database.ReadAsync(CloneQueries.OpenAsync, ct));
}
