using System.Globalization;

namespace IwTune.Server.Features.Audit;

/// <summary>A filter of entries; every part that is set must match.</summary>
/// <param name="Actor">Who: whole, or a beginning with <c>*</c>: <c>token:*</c>.</param>
/// <param name="Action">What: <c>policy.publish</c>, <c>rollout.*</c>.</param>
/// <param name="Subject">To what: <c>policy:edge</c>, <c>host:*</c>.</param>
/// <param name="Text">A part of the sentence, the subject, the reason, the source or the name of the host, in any case.</param>
/// <param name="Since">Not before.</param>
/// <param name="Until">Before.</param>
/// <param name="Host">What reached a host, by its name or id: <see cref="HostTrail"/>.</param>
internal sealed record AuditFilter(
    string? Actor,
    string? Action,
    string? Subject,
    string? Text,
    DateTimeOffset? Since,
    DateTimeOffset? Until,
    string? Host = null
)
{
    private const int MaxLength = 200;

    public static AuditFilter Everything { get; } = new(null, null, null, null, null, null);

    public bool IsEverything => this == Everything;

    /// <returns>The filter, or everything that is wrong with it.</returns>
    public static (AuditFilter? Filter, string Problem) Parse(
        string? actor,
        string? action,
        string? subject,
        string? text,
        string? since,
        string? until,
        string? host
    )
    {
        var problems = new List<string>();
        foreach (
            var (name, value) in (ReadOnlySpan<(string, string?)>)
                [("actor", actor), ("action", action), ("subject", subject), ("q", text), ("host", host)]
        )
        {
            if (value?.Length > MaxLength)
                problems.Add($"{name}: {value.Length} characters are too many; at most {MaxLength}");
        }
        var (from, to) = (Moment("since", since, problems), Moment("until", until, problems));
        if (from >= to)
            problems.Add($"since {since} is not before until {until}");
        return problems.Count > 0
            ? (null, string.Join("; ", problems))
            : (new(Trimmed(actor), Trimmed(action), Trimmed(subject), Trimmed(text), from, to, Trimmed(host)), "");
    }

    /// <summary>What the log keeps of a reading: the same words, only those that are set.</summary>
    public override string ToString()
    {
        (string Name, string? Value)[] all =
        [
            ("actor", Actor),
            ("action", Action),
            ("subject", Subject),
            ("q", Text),
            ("host", Host),
            ("since", Say(Since)),
            ("until", Say(Until)),
        ];
        return string.Join(", ", all.Where(one => one.Value is not null).Select(one => $"{one.Name} '{one.Value}'"));
    }

    private static DateTimeOffset? Moment(string name, string? text, List<string> problems)
    {
        if (string.IsNullOrWhiteSpace(text))
            return null;
        if (DateTimeOffset.TryParse(text, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out var at))
            return at;
        problems.Add($"{name}: '{text}' is not a day or a moment, such as 2026-11-22 or 2026-11-22T14:30:00Z");
        return null;
    }

    private static string? Say(DateTimeOffset? at) => at?.UtcDateTime.ToString("yyyy-MM-ddTHH:mm:ssZ", CultureInfo.InvariantCulture);

    private static string? Trimmed(string? text) => string.IsNullOrWhiteSpace(text) ? null : text.Trim();
}
