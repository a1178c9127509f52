using System.CommandLine;
using IwTune.Agent.Cli.Enrolling;

namespace IwTune.Agent.Cli.Fleet;

/// <summary>Which server, and with which token.</summary>
internal static class FleetOptions
{
    private static readonly Option<string> Server = Make("--server", "URL", "The server: https://HOST:PORT");
    private static readonly Option<string> Token = Make("--token", "T", "API token");
    private static readonly Option<string> CaPin = Make("--ca-pin", "PIN", "SHA-256 of the server CA's public key");

    public static IReadOnlyList<Option> All => [Server, Token, CaPin];

    /// <exception cref="UsageException">A value is missing or wrong; all problems at once.</exception>
    public static (Uri Server, string Token, Control.CaPin Pin) Read(ParseResult parsed, Func<string, string?> environment)
    {
        var problems = new List<string>();
        var server = Text(Server, "IWTUNE_SERVER");
        var token = Text(Token, "IWTUNE_TOKEN");
        var pin = Text(CaPin, "IWTUNE_CA_PIN");
        var address = Try(server, ServerAddress.Parse);
        var key = Try(pin, text => (Control.CaPin?)ServerAddress.ParsePin(text));
        return problems.Count == 0 ? (address!, token!, key!.Value) : throw new UsageException(string.Join('\n', problems));

        string? Text(Option<string> option, string variable)
        {
            var text = parsed.GetValue(option) ?? environment(variable);
            if (string.IsNullOrEmpty(text))
                problems.Add($"{option.Name} is missing: give it, or set {variable}.");
            return text;
        }

        T? Try<T>(string? text, Func<string, T> read)
        {
            try
            {
                return string.IsNullOrEmpty(text) ? default : read(text);
            }
            catch (UsageException e)
            {
                problems.Add(e.Message);
                return default;
            }
        }
    }

    private static Option<string> Make(string name, string helpName, string description) =>
        new(name)
        {
            Description = description,
            HelpName = helpName,
            Recursive = true,
        };
}
