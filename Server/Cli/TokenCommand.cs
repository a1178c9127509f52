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
        var data = DataOption.Create();
        var kind = new Option<string>("--kind") { Description = "enrolment lets hosts join, api lets 'iwtune fleet' and programs call the server", HelpName = "enrolment|api", DefaultValueFactory = _ => "enrolment" };
        kind.AcceptOnlyFromAmong("enrolment", "api");
        var scope = ScopeOption.Create("What an API token may do", TokenScope.Operate);
        var uses = new Option<int?>("--uses") { Description = "How many hosts may join with it; without it any number until it lapses", HelpName = "N" };
        var ttl = DurationOption.Create("--ttl", "How long it is valid", TimeSpan.FromHours(1));
        var labels = new Option<string>("--labels") { Description = "Labels every host that joins with it gets", HelpName = "K=V,…", DefaultValueFactory = _ => "" };
        var name = new Option<string>("--name") { Description = "Name to know it by", HelpName = "NAME", DefaultValueFactory = _ => "" };
        var json = new Option<bool>("--json") { Description = "Print { token, caPin, command }" };
        var create = new Command("create", "Make an enrolment or API token; its text is shown once") { data, kind, scope, uses, ttl, labels, name, json };
        create.SetAction(parsed =>
        {
            var (given, problems) = Labels.Parse(parsed.GetRequiredValue(labels));
            var request = new CreateTokenRequest
            {
                Kind = Enum.Parse<TokenKind>(parsed.GetRequiredValue(kind), ignoreCase: true),
                Name = parsed.GetRequiredValue(name),
                Scope = parsed.Scope(scope),
                Uses = parsed.GetValue(uses),
                LifeSeconds = (long)parsed.GetRequiredValue(ttl).Time.TotalSeconds,
                Labels = given,
            };
            return RunAsync(parsed.GetRequiredValue(data), request, [.. problems.Concat(CreateToken.Problems(request)).Distinct()], parsed.GetValue(json));
        });
        return create;
    }

    private static async Task<int> RunAsync(string data, CreateTokenRequest request, IReadOnlyList<string> problems, bool json)
    {
        foreach (var problem in problems)
            await System.Console.Error.WriteLineAsync($"iwtune-server: {problem}");
        if (problems.Count > 0)
            return ExitCodes.Usage;
        Origin.IsCommandLine();
        var directory = DataDirectory.Open(data);
        using var database = await Database.OpenAsync(directory.Path, TimeProvider.System);
        using var authority = CertificateAuthority.Load(directory, TimeProvider.System);
        var (secret, _) = await CreateToken.RunAsync(database, TimeProvider.System, CommandLineUser.Actor, request);
        var command = TokenText.Command(request.Kind, ServerAddress.Of(directory), secret, authority.Pin);
        await System.Console.Out.WriteLineAsync(json
            ? JsonSerializer.Serialize(new { token = secret, caPin = authority.Pin, command })
            : command);
        return ExitCodes.Fine;
    }
}
