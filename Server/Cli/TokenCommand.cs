using System.CommandLine;
using System.Text.Json;
using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Keys;
using IwTune.Server.Features.Tokens;
using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Certificates;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Cli;

/// <summary><c>iwtune-server token create</c>: works on the store, whether the server runs or not.</summary>
internal static class TokenCommand
{
    /// <summary>The option that gives a field of the request, in which its problems begin.</summary>
    private static readonly (string Field, string Option)[] Options =
    [
        ("grants", "--role"),
        ("uses", "--uses"),
        ("lifeSeconds", "--ttl"),
        ("labels", "--labels"),
        ("name", "--name"),
        ("namePattern", "--host-name"),
        ("networks", "--network"),
        ("approve, namePattern, networks", "--approve, --host-name, --network"),
    ];

    public static Command Create() => new("token", "Make tokens") { CreateCreate() };

    internal static string Named(string problem) =>
        Options.FirstOrDefault(one => problem.StartsWith($"{one.Field}:", StringComparison.Ordinal))
            is { Field: { } field, Option: var option }
            ? option + problem[field.Length..]
            : problem;

    private static Command CreateCreate()
    {
        var kind = new Option<string>("--kind")
        {
            Description = "enrolment: hosts can enrol; api: 'iwtune fleet' and programs can call the server",
            HelpName = "enrolment|api",
            DefaultValueFactory = _ => "enrolment",
        };
        kind.AcceptOnlyFromAmong("enrolment", "api");
        var role = new ServerRoleOption("Role of an API token, and for which hosts", Role.Operator);
        var uses = new Option<int?>("--uses")
        {
            Description = "Maximum number of hosts that may enrol with it; default: no limit until it expires",
            HelpName = "N",
        };
        var ttl = ServerDurationOption.Create("--ttl", "Validity", TimeSpan.FromHours(1));
        var labels = new Option<string>("--labels")
        {
            Description = "Labels of every host that enrols with it",
            HelpName = "K=V,…",
            DefaultValueFactory = _ => "",
        };
        var name = new Option<string>("--name")
        {
            Description = "Name, shown in lists",
            HelpName = "NAME",
            DefaultValueFactory = _ => "",
        };
        var approve = new Option<bool>("--approve") { Description = "Hosts that enrol with it wait until an administrator approves them" };
        var names = new Option<string>("--host-name")
        {
            Description = "Only hosts with a matching name, * for any characters",
            HelpName = "PATTERN",
            DefaultValueFactory = _ => "",
        };
        var networks = new Option<string[]>("--network")
        {
            Description = "Only hosts from this network; may be repeated",
            HelpName = "CIDR",
            DefaultValueFactory = _ => [],
        };
        var json = new Option<bool>("--json") { Description = "Print { token, caPin, command }" };
        var create = new Command("create", "Create an enrolment or API token; its text is shown once")
        {
            kind,
            uses,
            ttl,
            labels,
            name,
            approve,
            names,
            networks,
            json,
        };
        role.AddTo(create);
        var store = StoreOptions.AddTo(create);
        create.SetAction(parsed =>
        {
            var (given, problems) = Labels.Parse(parsed.GetRequiredValue(labels));
            var chosen = Enum.Parse<TokenKind>(parsed.GetRequiredValue(kind), ignoreCase: true);
            var request = new CreateTokenRequest
            {
                Kind = chosen,
                Name = parsed.GetRequiredValue(name),
                Grants = chosen == TokenKind.Api || role.IsGiven(parsed) ? role.Of(parsed) : [],
                Uses = parsed.GetValue(uses),
                LifeSeconds = (long)parsed.GetRequiredValue(ttl).Time.TotalSeconds,
                Labels = given,
                Approve = parsed.GetValue(approve),
                NamePattern = parsed.GetRequiredValue(names),
                Networks = parsed.GetRequiredValue(networks),
            };
            return RunAsync(store, parsed, request, [.. problems.Concat(CreateToken.Problems(request)).Distinct()], parsed.GetValue(json));
        });
        return create;
    }

    private static async Task<int> RunAsync(
        StoreOptions store,
        ParseResult parsed,
        CreateTokenRequest request,
        IReadOnlyList<string> problems,
        bool json
    )
    {
        foreach (var problem in problems)
            await System.Console.Error.WriteLineAsync($"iwtune-server: {Named(problem)}");
        if (problems.Count > 0)
            return ExitCodes.Usage;
        Origin.IsCommandLine();
        var (directory, place) = store.OpenExisting(parsed, CertificateAuthority.CertificateName);
        using var database = await Database.OpenAsync(place, TimeProvider.System, SchemaUse.UpgradeUnlessRunning);
        // Not from ca.pem: the server replaces that file a moment after 'keys retire', or at its next start.
        var pin =
            await database.ReadAsync(KeyViews.PinAsync)
            ?? CertificateAuthority.PinOf(directory.ReadText(CertificateAuthority.CertificateName)!);
        var (secret, _) = (await CreateToken.RunAsync(database, TimeProvider.System, CommandLineUser.Actor, request))!.Value;
        var command = TokenText.Command(request.Kind, StoredAddress.Of(directory), secret, pin);
        await System.Console.Out.WriteLineAsync(
            json
                ? JsonSerializer.Serialize(
                    new
                    {
                        token = secret,
                        caPin = pin,
                        command,
                    }
                )
                : command
        );
        return ExitCodes.Fine;
    }
}
