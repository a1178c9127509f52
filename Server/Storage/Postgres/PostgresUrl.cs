using System.Globalization;

namespace IwTune.Server.Storage.Postgres;

/// <summary>
/// The text of <c>--database</c> and of <c>--database-replica</c>. Not <see cref="Uri"/>, which neither keeps a socket's directory as host
/// nor says which part is wrong; and no problem repeats the text, which may hold a password.
/// </summary>
internal static class PostgresUrl
{
    private const string Form = "postgres://USER:PASSWORD@HOST:PORT/NAME";
    private const int MostConnections = 1000;

    public static PostgresAddress? Read(string url, ICollection<string> told, bool isReplica, int standardPort, IReadOnlyList<string> modes)
    {
        var option = isReplica ? PostgresAddress.ReplicaOption : PostgresAddress.DatabaseOption;
        var problems = new List<string>();
        var address = Read(url, problems, standardPort, modes);
        if (address is null && problems.Count == 0)
            problems.Add(
                $"an address begins with postgres://, as in {Form}; without {option} "
                    + (isReplica ? "every reading uses --database" : "the server keeps its store in the data directory")
            );
        foreach (var problem in problems)
            told.Add($"{option}: {problem}");
        return problems.Count == 0 ? address! with { IsReplica = isReplica } : null;
    }

    private static PostgresAddress? Read(string url, List<string> problems, int standardPort, IReadOnlyList<string> modes)
    {
        var rest = After(url, "postgres://") ?? After(url, "postgresql://");
        if (rest is null)
            return null;
        var (front, query) = Cut(rest, '?');
        var (authority, name) = Cut(front, '/');
        var (login, place) = CutLast(authority, '@');
        var (user, password) = Cut(login, ':');
        var values = Values(query, problems);
        var (host, port) = Place(place, problems, standardPort);
        string? Take(string key) => values.Remove(key, out var value) && value.Length > 0 ? value : null;
        var address = new PostgresAddress
        {
            Host = Take("host") ?? Decode(host),
            Port = Number(Take("port"), "port", 1, 65535, problems) ?? port,
            Name = Take("dbname") ?? Decode(name),
            User = Take("user") ?? Decode(user),
            Password = Take("password") ?? (password.Length > 0 ? Decode(password) : null),
            Tls = Take("sslmode") ?? "",
            RootCertificate = Take("sslrootcert"),
            Certificate = Take("sslcert"),
            Key = Take("sslkey"),
            Connections = Number(Take("connections"), "connections", 2, MostConnections, problems) ?? 50,
        };
        foreach (var unknown in values.Keys)
            problems.Add(
                $"'{unknown}' is not known; known are host, port, dbname, user, password, sslmode, sslrootcert, sslcert, "
                    + "sslkey, connections"
            );
        if (address.Tls.Length > 0 && !modes.Contains(address.Tls))
            problems.Add($"sslmode '{address.Tls}' is none of {string.Join(", ", modes)}");
        if (address.Host.Length == 0)
            problems.Add($"a host is missing, as in {Form}, or the directory of a socket as in postgres://USER@/NAME?host=/run/postgresql");
        if (address.Name.Length == 0 || address.Name.Contains('/', StringComparison.Ordinal))
            problems.Add($"the name of a database is missing, as in {Form}");
        if (address.User.Length == 0)
            problems.Add($"a user is missing, as in {Form}");
        foreach (var file in new[] { address.RootCertificate, address.Certificate, address.Key })
            if (file is not null && !File.Exists(file))
                problems.Add($"there is no file {file}");
        return address;
    }

    private static Dictionary<string, string> Values(string query, List<string> problems)
    {
        var values = new Dictionary<string, string>(StringComparer.Ordinal);
        foreach (var pair in query.Split('&', StringSplitOptions.RemoveEmptyEntries))
        {
            var (key, value) = Cut(pair, '=');
            if (!values.TryAdd(Decode(key), Decode(value)))
                problems.Add($"'{Decode(key)}' is given twice");
        }
        return values;
    }

    private static (string Host, int Port) Place(string place, List<string> problems, int standardPort)
    {
        var bracket = place.StartsWith('[') ? place.IndexOf(']', StringComparison.Ordinal) : -1;
        var (host, port) = bracket > 0 ? (place[1..bracket], place[(bracket + 1)..].TrimStart(':')) : Cut(place, ':');
        return (host, port.Length == 0 ? standardPort : Number(port, "the port", 1, 65535, problems) ?? standardPort);
    }

    private static int? Number(string? text, string what, int least, int most, List<string> problems)
    {
        if (text is null)
            return null;
        if (int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) && number >= least && number <= most)
            return number;
        problems.Add($"{what} is a number of {least}..{most}");
        return null;
    }

    private static string? After(string text, string start) =>
        text.StartsWith(start, StringComparison.Ordinal) ? text[start.Length..] : null;

    private static (string Front, string Back) Cut(string text, char at) =>
        text.IndexOf(at, StringComparison.Ordinal) is var i and >= 0 ? (text[..i], text[(i + 1)..]) : (text, "");

    private static (string Front, string Back) CutLast(string text, char at) =>
        text.LastIndexOf(at) is var i and >= 0 ? (text[..i], text[(i + 1)..]) : ("", text);

    private static string Decode(string text) => Uri.UnescapeDataString(text);
}
