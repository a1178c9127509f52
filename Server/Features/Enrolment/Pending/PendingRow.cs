using System.Text.Json;
using IwTune.Server.Features.CheckIns;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Hosting;
using IwTune.Shared.Fleet.Enrolment;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Enrolment.Pending;

/// <summary>A stored host that enrolled and is no member yet.</summary>
internal sealed class PendingRow
{
    public string Id { get; init; } = "";
    public string Name { get; init; } = "";
    public string MachineId { get; init; } = "";
    public string SecretHash { get; init; } = "";
    public string Os { get; init; } = "";
    public string Facts { get; init; } = "";
    public string Labels { get; init; } = "{}";
    public string TokenId { get; init; } = "";
    public string TokenName { get; init; } = "";
    public string Address { get; init; } = "";
    public long AskedAt { get; init; }
    public long LapsesAt { get; init; }
    public long? RefusedAt { get; init; }
    public string RefusedBy { get; init; } = "";
    public string Reason { get; init; } = "";
    public string HostKey { get; init; } = "";
    public string HostKeyKind { get; init; } = "";

    public Keys.HostKey? ReadKey() => Keys.HostKey.Stored(HostKey, HostKeyKind, AskedAt);

    public HostFacts ReadFacts() => JsonSerializer.Deserialize(Facts, WireJson.Default.HostFacts)!;

    public IReadOnlyDictionary<string, string> ReadLabels() => JsonSerializer.Deserialize<Dictionary<string, string>>(Labels)!;

    /// <summary>What it will be as a member.</summary>
    public HostIdentity Identity(HostFacts facts) => new HostIdentity(Id, facts.HostName, facts.Os, facts.Kernel, ReadLabels()).With(facts);

    public PendingState State(long now) =>
        RefusedAt is not null ? PendingState.Refused
        : LapsesAt <= now ? PendingState.Lapsed
        : PendingState.Waiting;

    public PendingHost View(IReadOnlyList<string> twins, NonMembers strangers, bool machineIds, long now)
    {
        var facts = ReadFacts();
        return new()
        {
            Id = Id,
            Name = Name,
            State = State(now),
            Os = Os,
            OsName = facts.OsName,
            Kernel = facts.Kernel,
            AgentVersion = facts.AgentVersion,
            MachineId = machineIds ? MachineId : "",
            Address = Address,
            Token = TokenName,
            Labels = ReadLabels(),
            Twins = twins,
            Asked = Clock.At(AskedAt),
            Lapses = Clock.At(LapsesAt),
            LastCall = Clock.At(strangers.LastCall(Id)),
            RefusedBy = RefusedAt is null ? null : RefusedBy,
            Reason = RefusedAt is null ? null : Reason,
        };
    }
}
