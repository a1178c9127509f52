using IwTune.Shared.Wire;
using Microsoft.AspNetCore.Authorization;

namespace IwTune.Server.Features.Identity.Permissions;

/// <summary>What a page or an endpoint needs.</summary>
[AttributeUsage(AttributeTargets.Class)]
internal sealed class NeedsAttribute : AuthorizeAttribute
{
    public NeedsAttribute(Permission permission)
        : base(permission.ToString()) => Permission = permission;

    public Permission Permission { get; }
}
