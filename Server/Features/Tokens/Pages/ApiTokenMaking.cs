using IwTune.Server.Console;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Features.Keys;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Features.Tokens.Pages;

/// <summary>What the buttons for API tokens do: the same checks as the API, the secret shown once on the page that follows.</summary>
internal sealed class ApiTokenMaking(Database database, DataDirectory directory, HeldKeys keys, TimeProvider clock, Flash flash)
{
    /// <returns>What is wrong; <see langword="null"/> when the token was made.</returns>
    public async Task<string?> SubmitAsync(ApiTokenInput input, bool personal, string back, HttpContext context)
    {
        var grant = AccessGrant.Parse($"{input.Role}:{input.Selector.Trim()}");
        if (input.Role.Length > 0 && grant is null)
            return $"There is no role '{input.Role}'.";
        if (input.Role.Length == 0 && input.Selector.Trim().Length > 0)
            return "Hosts limit a role: choose the role that the token has for these hosts, or leave the field empty.";
        var request = new CreateTokenRequest
        {
            Kind = TokenKind.Api,
            Name = input.Name.Trim(),
            Personal = personal,
            Grants = grant is null ? [] : [grant],
            LifeSeconds = long.TryParse(input.Life, out var life) ? life : 0,
        };
        if (CreateToken.Problems(request) is { Count: > 0 } problems)
            return string.Join("; ", problems);
        if (TokenAccess.MakeProblem(context.User, request) is { } beyond)
            return beyond;
        var made = await CreateToken.RunAsync(
            database,
            clock,
            context.User.Actor(),
            request,
            context.User.Person(),
            personal ? context.User.User() : null
        );
        if (made is not var (secret, summary))
            return CreateToken.OwnerGone;
        flash.Leave(
            context,
            new(
                $"Token {summary.Name} created. For 'iwtune fleet' and programs:",
                Secret: secret,
                Command: TokenText.Command(request.Kind, StoredAddress.Of(directory), secret, keys.Authority.Pin)
            )
        );
        context.Response.Redirect(back);
        return null;
    }

    /// <inheritdoc cref="SubmitAsync"/>
    public async Task<string?> RotateAsync(TokenRow token, TokenRotateInput input, string back, HttpContext context)
    {
        var request = new RotateTokenRequest
        {
            OverlapSeconds = long.TryParse(input.Overlap, out var overlap) ? overlap : -1,
            LifeSeconds =
                string.IsNullOrEmpty(input.Life) ? null
                : long.TryParse(input.Life, out var life) ? life
                : 0,
        };
        if (RotateToken.Problems(request) is { Count: > 0 } problems)
            return string.Join("; ", problems);
        if (
            (TokenAccess.ChangeProblem(context.User, token) ?? TokenAccess.Beyond(context.User, GrantsText.Read(token.Grants))) is
            { } beyond
        )
            return beyond;
        if (await RotateToken.RunAsync(database, clock, context.User.Actor(), token.Id, request) is not var (secret, summary))
            return RotateToken.NotValid;
        var ends = Math.Min(token.ExpiresAt, clock.Now() + (request.OverlapSeconds * 1000));
        flash.Leave(
            context,
            new(
                $"Token {summary.Name} has a new secret; the old one "
                    + (request.OverlapSeconds == 0 ? "has ended." : $"ends {Moments.Absolute(Clock.At(ends))}."),
                Secret: secret,
                Command: TokenText.Command(TokenKind.Api, StoredAddress.Of(directory), secret, keys.Authority.Pin)
            )
        );
        context.Response.Redirect(back);
        return null;
    }

    /// <inheritdoc cref="SubmitAsync"/>
    public async Task<string?> RevokeAsync(TokenRow token, string back, HttpContext context)
    {
        if (TokenAccess.ChangeProblem(context.User, token) is { } beyond)
            return beyond;
        await RevokeToken.RunAsync(database, clock, context.User.Actor(), token.Id);
        flash.Leave(context, new("Token revoked."));
        context.Response.Redirect(back);
        return null;
    }
}
