using IwTune.Shared.Compliance;

namespace IwTune.Server.Features.Exceptions;

/// <summary>An exception that no person has ended.</summary>
/// <param name="Id">UUIDv7, text.</param>
/// <param name="Selector">Which hosts.</param>
/// <param name="Reason">Why.</param>
/// <param name="Ticket">Where it was decided; empty for nowhere.</param>
/// <param name="Until">When it ends by itself; <see langword="null"/> for never.</param>
public sealed record GrantedException(string Id, Selector Selector, string Reason, string Ticket, DateTimeOffset? Until)
{
    public DateTimeOffset Granted { get; init; }

    /// <summary>Another person than its author approved it.</summary>
    public bool IsApproved { get; init; }

    /// <summary>Differs when a judgement by it may.</summary>
    public string Mark => IsApproved ? $"{Id} approved" : Id;

    public bool IsInForce(DateTimeOffset now) => Until is null || Until > now;

    /// <summary>As verdicts show it.</summary>
    public ComplianceException Told => new(ComplianceException.Words(Reason, Ticket), Until) { Granted = Granted, IsApproved = IsApproved };
}
