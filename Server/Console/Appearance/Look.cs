namespace IwTune.Server.Console.Appearance;

/// <summary>
/// How pages look to one viewer. Kept in a cookie, so that the first byte of a page already has it and nothing flashes.
/// </summary>
/// <param name="Name">Of the form field, of the attribute of the root element, and in the cookie.</param>
/// <param name="Values">What it may be.</param>
public sealed record Look(string Name, IReadOnlyList<string> Values)
{
    /// <summary>Without a choice the system decides.</summary>
    public static Look Theme { get; } = new("theme", ["dark", "light"]);

    /// <summary>The height of the rows of tables.</summary>
    public static Look Density { get; } = new("density", ["compact", "comfortable"]);

    public string Cookie => $"__Host-iwtune-{Name}";

    /// <returns>What the viewer chose; <see langword="null"/> without a choice.</returns>
    public string? Of(HttpContext? context) =>
        context?.Request.Cookies[Cookie] is { } chosen && Values.Contains(chosen, StringComparer.Ordinal) ? chosen : null;

    /// <summary>
    /// What a switch offers. Without a choice the server does not know what the system says; the first value is then the likelier wish.
    /// </summary>
    public string Other(HttpContext? context) => Of(context) == Values[0] ? Values[1] : Values[0];
}
