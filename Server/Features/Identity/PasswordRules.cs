namespace IwTune.Server.Features.Identity;

/// <summary>
/// What a password must be: long, and not among the first guesses (NIST SP 800-63B §5.1.1.2: length and a list, no classes of characters).
/// </summary>
internal static class PasswordRules
{
    public const int Least = 12,
        Most = 200;
    private const int LeastDifferent = 5;

    // What lists of leaked passwords begin with, cut to roots: whoever adds digits and signs to one of these has chosen it too.
    private static readonly string[] Common =
    [
        "password",
        "passwort",
        "motdepasse",
        "contrasena",
        "qwertyuiop",
        "qwertzuiop",
        "azertyuiop",
        "asdfghjkl",
        "1q2w3e4r",
        "letmein",
        "welcome",
        "willkommen",
        "administrator",
        "changeme",
        "iloveyou",
        "sunshine",
        "princess",
        "football",
        "baseball",
        "superman",
        "trustno1",
        "dragon",
        "monkey",
        "master",
        "iwtune",
        "1234567890",
        "123456789",
        "987654321",
        "abcdefghij",
        "correcthorsebatterystaple",
    ];

    /// <returns>Everything that is wrong with it, each a sentence.</returns>
    public static IReadOnlyList<string> Problems(string name, string password)
    {
        var problems = new List<string>();
        if (password.Length is < Least or > Most)
            problems.Add($"It has {password.Length} characters; {Least} to {Most} are needed.");
        var folded = password.ToLowerInvariant();
        if (name.Length > 2 && folded.Contains(name.ToLowerInvariant(), StringComparison.Ordinal))
            problems.Add("It contains the name of the account.");
        if (folded.Distinct().Count() < LeastDifferent)
            problems.Add($"It has fewer than {LeastDifferent} different characters.");
        // The root may carry as much again as somebody adds to pass a rule about length; a phrase of several words may hold one.
        if (Common.Any(root => folded.Contains(root, StringComparison.Ordinal) && folded.Length <= root.Length + 8))
            problems.Add("It is among the first that anybody would guess.");
        return problems;
    }
}
