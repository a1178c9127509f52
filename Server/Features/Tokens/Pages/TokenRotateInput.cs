namespace IwTune.Server.Features.Tokens.Pages;

/// <summary>What the form that replaces a token carries.</summary>
public sealed class TokenRotateInput
{
    /// <summary>The overlap of a day.</summary>
    public const string Usual = "86400";

    /// <summary>How long both are valid, seconds.</summary>
    public string Overlap { get; set; } = Usual;

    /// <summary>How long the new one is valid, seconds; empty for as long as the old one was made for.</summary>
    public string Life { get; set; } = "";

    public static IReadOnlyList<(string Seconds, string Word)> Overlaps { get; } =
    [("0", "at once"), ("3600", "in an hour"), (Usual, "in a day"), ("604800", "in 7 days"), ("2592000", "in 30 days")];
}
