using System.Security.Claims;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Features.Tokens;

/// <summary>Who may manage which tokens: each person their own, and some people those of services.</summary>
internal static class TokenAccess
{
    /// <returns>Why this token is not theirs to make; <see langword="null"/> when it is.</returns>
    public static string? MakeProblem(ClaimsPrincipal who, CreateTokenRequest request)
    {
        if (request.Kind == TokenKind.Enrolment)
        {
            var scope = who.Rights().Over(Permission.TokensEnrol);
            return Joins(scope, request.Labels) ? null
                : !who.May(Permission.TokensEnrol) ? Needs(Permission.TokensEnrol, "an enrolment token lets hosts enrol")
                : $"You may let hosts enrol for {scope}: give the token these terms as labels, so that every host that enrols with it "
                    + "is one of them.";
        }
        if (request.Personal && who.User() is null)
            return "A service token cannot create a personal token: sign in to create one.";
        if (!request.Personal && !who.May(Permission.TokensManage))
            return Needs(Permission.TokensManage, "a service token has no owner; create a personal one");
        return Beyond(who, CreateToken.GrantsOf(request));
    }

    public static bool Sees(ClaimsPrincipal who, TokenRow row) =>
        IsOwn(who, row) || who.May(Permission.AccessRead) || Lets(who, row.Summary());

    /// <returns>Why it is not theirs to revoke or to replace; <see langword="null"/> when it is.</returns>
    public static string? ChangeProblem(ClaimsPrincipal who, TokenRow row) =>
        IsOwn(who, row) ? null
        : row.Kind == nameof(TokenKind.Enrolment)
            ? Lets(who, row.Summary()) ? null
                : Needs(Permission.TokensEnrol, "it lets hosts enrol")
        : !who.May(Permission.TokensManage) ? Needs(Permission.TokensManage, "it is not your own")
        : null;

    /// <param name="who">Who makes or replaces the token.</param>
    /// <param name="grants">Its roles; none for all permissions of its person.</param>
    /// <returns>What goes beyond their own rights; <see langword="null"/> for nothing.</returns>
    public static string? Beyond(ClaimsPrincipal who, IReadOnlyList<AccessGrant> grants) =>
        grants.Count == 0 && who.IsLimited()
            ? $"A token without roles has all permissions of {who.User()}, and this one is only "
                + $"{GrantsText.Told(who.Rights().Grants)}. A token has at most its maker's rights: create one with roles."
        : grants.Select(grant => (Grant: grant, Lacks: who.Rights().Lacks(grant).ToList())).FirstOrDefault(one => one.Lacks.Count > 0)
            is { Grant: { } beyond, Lacks: var lacks }
            ? $"'{beyond}' goes beyond your own rights: {string.Join(", ", lacks)}. A token has at most its maker's."
        : null;

    public static bool IsOwn(ClaimsPrincipal who, TokenRow row) => row.Owner is { } owner && owner == who.User();

    /// <summary>Whether it is an enrolment token that is theirs to manage.</summary>
    public static bool Lets(ClaimsPrincipal who, TokenSummary token) =>
        token.Kind == TokenKind.Enrolment && Joins(who.Rights().Over(Permission.TokensEnrol), token.Labels);

    /// <summary>Whether hosts with these labels are in the scope whatever else they are.</summary>
    private static bool Joins(HostScope scope, IReadOnlyDictionary<string, string> labels) =>
        scope.IsFleet
        || (
            Selector.Parse(string.Join(' ', labels.Select(label => Selector.TextOfLabel(label.Key, label.Value)))).Selector
                is { Terms.Count: > 0 } joining
            && scope.Contains(joining)
        );

    private static string Needs(Permission permission, string why) => $"It needs {permission}: {why}.";
}
