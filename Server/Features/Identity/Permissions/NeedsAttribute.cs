using IwTune.Shared.Fleet.Access;
using Microsoft.AspNetCore.Authorization;

namespace IwTune.Server.Features.Identity.Permissions;

/// <summary>What a page or an endpoint needs.</summary>
[AttributeUsage(AttributeTargets.Class)]
internal sealed class NeedsAttribute : AuthorizeAttribute
{
    public NeedsAttribute(Permission permission)
        : base(permission.ToString()) => Permission = permission;

    /// <summary>Either of two, for a page whose parts need one of them each; <see cref="Access"/> lists the pairs.</summary>
    public NeedsAttribute(Permission permission, Permission or)
        : base(PolicyOf(permission, or)) => (Permission, Or) = (permission, or);

    public Permission Permission { get; }

    public Permission? Or { get; }

    public bool Allows(Rights rights) => rights.May(Permission) || (Or is { } or && rights.May(or));

    public static string PolicyOf(Permission permission, Permission or) => $"{permission} or {or}";

    public override string ToString() => Or is { } or ? PolicyOf(Permission, or) : $"{Permission}";
}
