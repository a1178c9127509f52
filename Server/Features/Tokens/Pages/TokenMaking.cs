using IwTune.Server.Console;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Features.Keys;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Features.Tokens.Pages;

/// <summary>What the enrolment page's buttons do. The secret is carried to the next page once, sealed, and then gone.</summary>
internal sealed class TokenMaking(Database database, DataDirectory directory, HeldKeys keys, TimeProvider clock, Flash flash)
{
    /// <returns>What is wrong, by field; empty when the token was made.</returns>
    public async Task<IReadOnlyDictionary<string, string>> SubmitAsync(TokenInput input, HttpContext context)
    {
        var problems = new Dictionary<string, string>(StringComparer.Ordinal);
        int? uses = null;
        if (!string.IsNullOrWhiteSpace(input.Uses))
        {
            if (int.TryParse(input.Uses, out var number))
                uses = number;
            else
                problems["uses"] = "Enter a whole number, or leave empty for no limit.";
        }
        if (!long.TryParse(input.Life, out var life))
            problems["life"] = "Choose a value from the list.";
        var (labels, wrong) = Labels.Parse(input.Labels ?? "");
        if (wrong.Count > 0)
            problems["labels"] = string.Join("; ", wrong);
        var request = new CreateTokenRequest
        {
            Kind = TokenKind.Enrolment,
            Name = input.Name?.Trim() ?? "",
            Uses = uses,
            LifeSeconds = life,
            Labels = labels,
            Approve = input.Approve,
            NamePattern = input.HostName?.Trim() ?? "",
            Networks = (input.Networks ?? "").Split([',', ' '], StringSplitOptions.RemoveEmptyEntries),
        };
        if (problems.Count == 0)
        {
            foreach (var problem in CreateToken.Problems(request))
                problems[
                    problem.Split(':')[0] switch
                    {
                        "uses" => "uses",
                        "name" => "name",
                        "namePattern" => "host-name",
                        "networks" => "networks",
                        _ => "life",
                    }
                ] = Sentences.Start(problem.Split(": ", 2)[^1]);
        }
        if (problems.Count == 0 && TokenAccess.MakeProblem(context.User, request) is { } beyond)
            problems["labels"] = beyond;
        if (problems.Count > 0)
            return problems;
        var (secret, summary) = (await CreateToken.RunAsync(database, clock, context.User.Actor(), request, context.User.Person()))!.Value;
        var command = TokenText.Command(request.Kind, StoredAddress.Of(directory), secret, keys.Authority.Pin);
        flash.Leave(context, new($"Token {summary.Name} created. Run this on each host:", Secret: secret, Command: command));
        context.Response.Redirect("/enrolment");
        return problems;
    }

    /// <returns>Why it was not revoked; <see langword="null"/> when it was.</returns>
    public async Task<string?> RevokeAsync(TokenRow token, HttpContext context)
    {
        if (TokenAccess.ChangeProblem(context.User, token) is { } beyond)
            return beyond;
        await RevokeToken.RunAsync(database, clock, context.User.Actor(), token.Id);
        flash.Leave(context, new("Token revoked."));
        context.Response.Redirect("/enrolment");
        return null;
    }
}
