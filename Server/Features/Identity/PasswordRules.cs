namespace IwTune.Server.Features.Identity;

/// <summary>
/// What a password must be: long, and not among the first guesses (NIST SP 800-63B §5.1.1.2: length and a list, no classes of characters).
/// </summary>
internal static class PasswordRules
{
    public const int Least = 12,
        Most = 200;
    private const int LeastDifferent = 5,
        ShortestWord = 4,
        AddedCharacters = 8;

    // The most frequent entries of leaked-password lists, cut to roots: a root with added digits and signs is still one of these.
    public static IReadOnlyList<string> Common { get; } =
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
        "1234567890",
        "123456789",
        "987654321",
        "abcdefghij",
        "correcthorsebatterystaple",
    ];

    /// <summary>Words that the product suggests: its name, roles and settings.</summary>
    public static IReadOnlyList<string> OfProduct { get; } =
    ["iwtune", "initcwnd", "initrwnd", "initialwindow", "operator", "approver", "auditor", "viewer"];

    /// <summary>Words that a server suggests: the parts of the names that people reach it by.</summary>
    public static IReadOnlyList<string> WordsOf(IEnumerable<string> names) =>
        [
            .. names
                .Where(name => Uri.CheckHostName(name) == UriHostNameType.Dns)
                .SelectMany(name => name.ToLowerInvariant().Split('.', '-', '_'))
                .Where(word => word.Length >= ShortestWord)
                .Distinct(StringComparer.Ordinal),
        ];

    /// <param name="name">The account's.</param>
    /// <param name="password">What the person chose.</param>
    /// <param name="words">Of <see cref="WordsOf"/>.</param>
    /// <returns>Everything that is wrong with it, each a sentence.</returns>
    public static IReadOnlyList<string> Problems(string name, string password, IReadOnlyList<string> words)
    {
        var problems = new List<string>();
        if (password.Length is < Least or > Most)
            problems.Add($"It has {password.Length} characters; {Least} to {Most} are required.");
        var folded = password.ToLowerInvariant();
        if (name.Length > 2 && folded.Contains(name.ToLowerInvariant(), StringComparison.Ordinal))
            problems.Add("It contains the name of the account.");
        if (folded.Distinct().Count() < LeastDifferent)
            problems.Add($"It has fewer than {LeastDifferent} different characters.");
        if (Common.Any(IsMost) || FrequentPasswords.Has(folded))
            problems.Add("It is a very common password.");
        if (OfProduct.Concat(words).FirstOrDefault(IsMost) is { } word)
            problems.Add($"It is little more than ‘{word}’, a word of this server.");
        return problems;

        // The root may be followed by the few characters that people add to satisfy a length rule; a phrase of several words may contain
        // one.
        bool IsMost(string root) => folded.Contains(root, StringComparison.Ordinal) && folded.Length <= root.Length + AddedCharacters;
    }
}
