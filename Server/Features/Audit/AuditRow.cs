using IwTune.Server.Hosting;
using IwTune.Shared.Fleet.Audit;

namespace IwTune.Server.Features.Audit;

/// <summary>A stored entry.</summary>
internal sealed class AuditRow
{
    public long Number { get; init; }
    public long At { get; init; }
    public string Actor { get; init; } = "";
    public string Action { get; init; } = "";
    public string Subject { get; init; } = "";
    public string Text { get; init; } = "";
    public string Reason { get; init; } = "";
    public string Source { get; init; } = "";
    public string Hash { get; init; } = "";

    public AuditEntry Entry() => new(Number, Clock.At(At), Actor, Action, Subject, Text, Reason, Hash) { Source = Source };
}

/// <summary>Number and hash of the last entry, kept beside the log.</summary>
internal sealed class AuditHead
{
    public long Number { get; init; }
    public string Hash { get; init; } = "";
}
