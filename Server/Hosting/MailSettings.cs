namespace IwTune.Server.Hosting;

/// <summary>The mail server that takes messages for people, as <c>--smtp</c> and <c>--mail-…</c> give it.</summary>
public sealed record MailSettings
{
    private const int SubmissionPort = 587,
        SubmissionOverTlsPort = 465;

    /// <summary><c>--smtp</c>: <c>smtps://[USER@]HOST[:PORT]</c>, or <c>smtp://</c> with STARTTLS (RFC 8314 §3).</summary>
    public required string Address { get; init; }

    /// <summary><c>--smtp-password-file</c>: a file whose first line is the user's password.</summary>
    public string? PasswordFile { get; init; }

    /// <summary><c>--smtp-ca</c>: a PEM file with the CA of the mail server's certificate, where it is a private one.</summary>
    public string? CaFile { get; init; }

    /// <summary><c>--mail-from</c>: the sender.</summary>
    public required string From { get; init; }

    /// <summary><c>--mail-domain</c>: domains of permitted recipients; without it, that of the sender.</summary>
    public IReadOnlyList<string> Domains { get; init; } = [];

    public string Host => Uri!.Host;

    public int Port =>
        Uri!.Port > 0 ? Uri.Port
        : IsTlsFromTheStart ? SubmissionOverTlsPort
        : SubmissionPort;

    public string User => System.Uri.UnescapeDataString(Uri!.UserInfo);

    public bool IsTlsFromTheStart => Uri!.Scheme == "smtps";

    /// <summary>A mail server of this machine needs no TLS: nothing travels.</summary>
    public bool IsHere => Uri!.IsLoopback && !IsTlsFromTheStart;

    private Uri? Uri =>
        System.Uri.TryCreate(Address, UriKind.Absolute, out var uri)
        && uri.Scheme is "smtp" or "smtps"
        && uri.Host.Length > 0
        && uri.AbsolutePath is "/" or ""
        && !uri.UserInfo.Contains(':', StringComparison.Ordinal)
            ? uri
            : null;

    /// <summary>The user's password; read each time, so that a new one counts at once.</summary>
    /// <exception cref="IOException">The file cannot be read.</exception>
    public string ReadPassword() =>
        File.ReadLines(PasswordFile ?? throw new IOException("--smtp-password-file is missing.")).FirstOrDefault() ?? "";

    /// <summary>Why an address cannot receive anything, as a rule for the person who gave it; <see langword="null"/> when it can.</summary>
    public string? Refuses(string recipient)
    {
        if (!IsAddress(recipient))
            return "must be an address such as audit@example.com, without a name";
        var domain = DomainOf(recipient);
        IReadOnlyList<string> allowed = Domains.Count > 0 ? Domains : [DomainOf(From)];
        return allowed.Contains(domain, StringComparer.OrdinalIgnoreCase)
            ? null
            : $"is at {domain}; the server sends to {string.Join(", ", allowed)} only (--mail-domain)";
    }

    /// <summary>Everything that is wrong, each sentence naming its option.</summary>
    public IReadOnlyList<string> Problems()
    {
        var problems = new List<string>();
        if (Uri is null)
            problems.Add($"--smtp: '{Address}' is not smtps://HOST or smtp://HOST; a password goes to --smtp-password-file");
        else if (User.Length > 0 && PasswordFile is null)
            problems.Add($"--smtp: the password of {User} is missing; give it with --smtp-password-file");
        if (PasswordFile is { } file)
            Storage.PasswordFile.Read("--smtp-password-file", file, problems);
        if (CaFile is { } authorities && !File.Exists(authorities))
            problems.Add($"--smtp-ca: there is no file {authorities}");
        if (!IsAddress(From))
            problems.Add($"--mail-from: '{From}' is not an address, such as iwtune@example.com");
        problems.AddRange(
            Domains
                .Where(domain => System.Uri.CheckHostName(domain) != UriHostNameType.Dns)
                .Select(domain => $"--mail-domain: '{domain}' is not a domain, such as example.com")
        );
        return problems;
    }

    /// <summary>RFC 5321 §4.1.2 without quoted names and address literals, which no person's address has.</summary>
    private static bool IsAddress(string text) =>
        text.Length <= 254
        && text.Split('@') is [{ Length: > 0 and <= 64 } local, var domain]
        && local.All(one => char.IsAsciiLetterOrDigit(one) || "!#$%&'*+-/=?^_`{|}~.".Contains(one, StringComparison.Ordinal))
        && !local.StartsWith('.')
        && !local.EndsWith('.')
        && !local.Contains("..", StringComparison.Ordinal)
        && domain.All(char.IsAscii)
        && System.Uri.CheckHostName(domain) == UriHostNameType.Dns;

    private static string DomainOf(string address) => address[(address.LastIndexOf('@') + 1)..];
}
