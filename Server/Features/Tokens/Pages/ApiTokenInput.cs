namespace IwTune.Server.Features.Tokens.Pages;

/// <summary>What the form for an API token carries.</summary>
public sealed class ApiTokenInput
{
    public string Name { get; set; } = "";

    /// <summary>A role; empty for all that the person may.</summary>
    public string Role { get; set; } = "";

    /// <summary>Which hosts; empty for all that the role reaches.</summary>
    public string Selector { get; set; } = "";

    /// <summary>How long it is valid, seconds.</summary>
    public string Life { get; set; } = "2592000";

    public static IReadOnlyList<(string Seconds, string Word)> Lives { get; } =
    [("3600", "1 hour"), ("86400", "1 day"), ("2592000", "30 days"), ("7776000", "90 days"), ("31536000", "1 year")];
}
