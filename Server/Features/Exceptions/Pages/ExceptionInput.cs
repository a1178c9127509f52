namespace IwTune.Server.Features.Exceptions.Pages;

/// <summary>What the form for an exception carries.</summary>
public sealed class ExceptionInput
{
    public string Hosts { get; set; } = "";
    public string Reason { get; set; } = "";
    public string Ticket { get; set; } = "";

    /// <summary>A day; the exception ends with it, in UTC.</summary>
    public string Until { get; set; } = "";

    /// <summary><c>true</c> when it has no end, on purpose.</summary>
    public string Endless { get; set; } = "";

    /// <summary>The number of hosts, where it must be typed.</summary>
    public string Confirm { get; set; } = "";

    /// <summary><c>check</c> or <c>grant</c>.</summary>
    public string Action { get; set; } = "";

    /// <summary>The selector whose hosts the person saw; only that one may be granted.</summary>
    public string Seen { get; set; } = "";
}

/// <summary>The result: the problems, or the hosts it is for.</summary>
internal sealed record ExceptionResult
{
    public IReadOnlyDictionary<string, string> Problems { get; init; } = new Dictionary<string, string>(StringComparer.Ordinal);
    public string? Canonical { get; init; }
    public int Matched { get; init; }
    public int? Half { get; init; }

    public string? Of(string field) => Problems.GetValueOrDefault(field);
}
