using System.Text.Json;
using System.Text.Json.Serialization;
using IwTune.Shared.Wire;

namespace IwTune.Shared.Fleet.Access;

/// <summary>Users, roles and tokens; apart from <see cref="WireJson"/> because the agent uses none of this.</summary>
[JsonSourceGenerationOptions(
    JsonSerializerDefaults.Web,
    GenerationMode = JsonSourceGenerationMode.Metadata,
    UseStringEnumConverter = true,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull
)]
[JsonSerializable(typeof(WhoAmI))]
[JsonSerializable(typeof(IReadOnlyList<AccessGrant>))]
[JsonSerializable(typeof(CreateUserRequest))]
[JsonSerializable(typeof(CreatedUser))]
[JsonSerializable(typeof(GrantsRequest))]
[JsonSerializable(typeof(SignedOut))]
[JsonSerializable(typeof(UserGrants))]
[JsonSerializable(typeof(UserSummary))]
[JsonSerializable(typeof(IReadOnlyList<UserSummary>))]
[JsonSerializable(typeof(CreateTokenRequest))]
[JsonSerializable(typeof(RotateTokenRequest))]
[JsonSerializable(typeof(CreatedToken))]
[JsonSerializable(typeof(IReadOnlyList<TokenSummary>))]
public sealed partial class AccessJson : JsonSerializerContext;
