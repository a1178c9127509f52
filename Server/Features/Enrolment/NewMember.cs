using IwTune.Server.Features.Compliance;
using IwTune.Server.Features.Enrolment.Keys;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Load;
using IwTune.Server.Storage;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Enrolment;

/// <summary>A host that becomes a member of the fleet.</summary>
/// <param name="Id">Its id from now on.</param>
/// <param name="Facts">As it reported them, complete.</param>
/// <param name="Labels">Those that it starts with.</param>
/// <param name="SecretHash">SHA-256 of its secret, hex.</param>
/// <param name="TokenId">The token it enrolled with; empty for none.</param>
/// <param name="Key">Its key; <see langword="null"/> for none.</param>
internal sealed record NewMember(
    string Id,
    HostFacts Facts,
    IReadOnlyDictionary<string, string> Labels,
    string SecretHash,
    string TokenId = "",
    HostKey? Key = null
)
{
    /// <summary>Stores the host, its labels and its identity. The caller adds it to the directory after the commit.</summary>
    public async Task<FleetHost> StoreAsync(DbSession write, TimeProvider clock)
    {
        var slot = Slots.Of(Id, Enrol.IntervalSeconds);
        var credential = await HostWrites.InsertAsync(write, Id, Facts, SecretHash, slot, TokenId, clock.Now(), Key);
        await LabelQueries.ReplaceAsync(write, Id, Labels);
        var identity = new HostIdentity(Id, Facts.HostName, Facts.Os, Facts.Kernel, Labels).With(Facts);
        await IdentityHistory.KeepAsync(write, clock, identity);
        return new(identity, credential);
    }
}
