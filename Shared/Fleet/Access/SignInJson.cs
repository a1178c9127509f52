using System.Text.Json;
using System.Text.Json.Serialization;
using IwTune.Shared.Wire;

namespace IwTune.Shared.Fleet.Access;

/// <summary>
/// Accounts and sessions between a server and people; apart from <see cref="WireJson"/> because the agent uses none of this.
/// </summary>
[JsonSourceGenerationOptions(
    JsonSerializerDefaults.Web,
    GenerationMode = JsonSourceGenerationMode.Metadata,
    UseStringEnumConverter = true,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull
)]
[JsonSerializable(typeof(AccountView))]
[JsonSerializable(typeof(PasswordRequest))]
[JsonSerializable(typeof(ConfirmationRequest))]
[JsonSerializable(typeof(IReadOnlyList<BreakGlassSummary>))]
[JsonSerializable(typeof(SessionsEnded))]
public sealed partial class SignInJson : JsonSerializerContext;
