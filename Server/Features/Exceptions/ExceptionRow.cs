using IwTune.Server.Hosting;
using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Server.Features.Exceptions;

/// <summary>A stored exception.</summary>
internal sealed class ExceptionRow
{
    private static readonly TimeSpan Soon = TimeSpan.FromDays(7);

    public string Id { get; init; } = "";
    public string Selector { get; init; } = "";
    public string Author { get; init; } = "";
    public string Reason { get; init; } = "";
    public string Ticket { get; init; } = "";
    public long CreatedAt { get; init; }
    public long? UntilAt { get; init; }
    public long? EndedAt { get; init; }
    public string EndedBy { get; init; } = "";
    public string EndedReason { get; init; } = "";

    /// <summary>The person behind the author; empty in a row of a server that did not know it.</summary>
    public string Person { get; init; } = "";
    public string ApprovedBy { get; init; } = "";
    public long? ApprovedAt { get; init; }

    public bool IsApproved => ApprovedAt is not null;

    /// <summary>The person who cannot approve it.</summary>
    public string Behind => Person.Length > 0 ? Person : Author;

    public GrantedException Read() =>
        new(Id, Shared.Selectors.Selector.Parse(Selector).Selector!, Reason, Ticket, Clock.At(UntilAt))
        {
            Granted = Clock.At(CreatedAt),
            IsApproved = IsApproved,
        };

    public ExceptionState StateAt(DateTimeOffset now) =>
        EndedAt is not null ? ExceptionState.Ended
        : Clock.At(UntilAt) is not { } until ? ExceptionState.InForce
        : until <= now ? ExceptionState.Expired
        : until - now <= Soon ? ExceptionState.EndsSoon
        : ExceptionState.InForce;
}
