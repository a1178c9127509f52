namespace IwTune.Server.Features.Tokens.Pages;

/// <summary>What the form for an enrolment token carries.</summary>
public sealed class TokenInput
{
    public string Name { get; set; } = "";

    /// <summary>Hosts that may enrol; empty for any number.</summary>
    public string Uses { get; set; } = "1";

    /// <summary>How long it is valid, seconds.</summary>
    public string Life { get; set; } = "3600";

    /// <summary><c>site=fra,role=web</c>.</summary>
    public string Labels { get; set; } = "";

    /// <summary>Pattern of host names; empty for any.</summary>
    public string HostName { get; set; } = "";

    /// <summary>Networks, separated by commas; empty for any.</summary>
    public string Networks { get; set; } = "";

    /// <summary>Hosts wait until an administrator approves them.</summary>
    public bool Approve { get; set; }

    /// <summary>The lives that the form offers.</summary>
    public static IReadOnlyList<(string Seconds, string Word)> Lives { get; } =
    [("900", "15 minutes"), ("3600", "1 hour"), ("86400", "1 day"), ("604800", "7 days"), ("2592000", "30 days")];
}
