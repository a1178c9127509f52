using IwTune.Server.Hosting;
using IwTune.Shared.Wire;

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

    public GrantedException Read() => new(Id, Shared.Selectors.Selector.Parse(Selector).Selector!, Reason, Ticket, Clock.At(UntilAt));

    public ExceptionState StateAt(DateTimeOffset now) =>
        EndedAt is not null ? ExceptionState.Ended
        : Clock.At(UntilAt) is not { } until ? ExceptionState.InForce
        : until <= now ? ExceptionState.Expired
        : until - now <= Soon ? ExceptionState.EndsSoon
        : ExceptionState.InForce;
}
