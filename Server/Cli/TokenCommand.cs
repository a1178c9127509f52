using System.CommandLine;
using System.Text.Json;
using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Tokens;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Wire;

namespace IwTune.Server.Cli;

/// <summary><c>iwtune-server token create</c>: works on the store, whether the server runs or not.</summary>
internal static class TokenCommand
{
    public static Command Create() => new("token", "Make tokens") { CreateCreate() };

    private static Command CreateCreate()
    {
        var kind = new Option<string>("--kind")
        {
            Description = "enrolment lets hosts enrol, api lets 'iwtune fleet' and programs call the server",
            HelpName = "enrolment|api",
            DefaultValueFactory = _ => "enrolment",
        };
        kind.AcceptOnlyFromAmong("enrolment", "api");
        var role = new ServerRoleOption("What an API token may do, and for which hosts", Role.Operator);
        var uses = new Option<int?>("--uses")
        {
            Description = "How many hosts may enrol with it; without it any number until it lapses",
            HelpName = "N",
        };
        var ttl = ServerDurationOption.Create("--ttl", "How long it is valid", TimeSpan.FromHours(1));
        var labels = new Option<string>("--labels")
        {
            Description = "Labels every host that enrols with it gets",
            HelpName = "K=V,…",
            DefaultValueFactory = _ => "",
        };
        var name = new Option<string>("--name")
        {
            Description = "Name to know it by",
            HelpName = "NAME",
            DefaultValueFactory = _ => "",
        };
        var approve = new Option<bool>("--approve") { Description = "Hosts that enrol with it wait until an administrator approves them" };
        var names = new Option<string>("--host-name")
        {
            Description = "Only hosts whose name fits, * for any characters",
            HelpName = "PATTERN",
            DefaultValueFactory = _ => "",
        };
        var networks = new Option<string[]>("--network")
        {
            Description = "Only hosts that call from this network; may be repeated",
            HelpName = "CIDR",
            DefaultValueFactory = _ => [],
        };
        var json = new Option<bool>("--json") { Description = "Print { token, caPin, command }" };
        var create = new Command("create", "Make an enrolment or API token; its text is shown once")
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
                Grants = chosen == TokenKind.Api ? role.Of(parsed) : [],
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
            await System.Console.Error.WriteLineAsync($"iwtune-server: {problem}");
        if (problems.Count > 0)
            return ExitCodes.Usage;
        Origin.IsCommandLine();
        var (directory, place) = store.OpenExisting(parsed, CertificateAuthority.CertificateName);
        using var database = await Database.OpenAsync(place, TimeProvider.System);
        var pin = CertificateAuthority.PinOf(directory.ReadText(CertificateAuthority.CertificateName)!);
        var (secret, _) = await CreateToken.RunAsync(database, TimeProvider.System, CommandLineUser.Actor, request);
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
